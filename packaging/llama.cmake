# What is built of llama-cpp-python's source, in place of its own CMakeLists.txt: ggml and libllama.
#
# Set-up builds them for its machine; LUTHIER_FOR_ALL is what others download: ggml's part for the processor once for
# each kind of processor, of which the program takes the best.
#
# Its own builds llama.cpp's common library as well, which nothing here loads, and puts each library into the wheel six
# times, since wheels hold no links. Here each lies there once, under the name by which the others know it.
cmake_minimum_required(VERSION 3.21)
project(luthier_llama C CXX)

set(BUILD_SHARED_LIBS ON)
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$<IF:$<PLATFORM_ID:Darwin>,@loader_path,$ORIGIN>")
set(LLAMA_BUILD_COMMON OFF)
set(GGML_CCACHE OFF)
if(LUTHIER_FOR_ALL)
    set(GGML_NATIVE OFF)
    set(GGML_BACKEND_DL ON)
    set(GGML_CPU_ALL_VARIANTS ON)
endif()
add_subdirectory(vendor/llama.cpp EXCLUDE_FROM_ALL)

# ggml depends on these variants, too: they are left empty. GCC 12 miscompiles AMX's tiles, and knows no SME.
set(left_out ggml-cpu-sapphirerapids ggml-cpu-armv9.2_1 ggml-cpu-armv9.2_2)
file(WRITE ${CMAKE_BINARY_DIR}/empty.c "")
foreach(target ${left_out})
    if(TARGET ${target})
        set_target_properties(${target} PROPERTIES SOURCES ${CMAKE_BINARY_DIR}/empty.c COMPILE_OPTIONS "")
    endif()
endforeach()
list(REMOVE_ITEM GGML_AVAILABLE_BACKENDS ${left_out})

add_custom_target(luthier ALL)
foreach(target llama ggml ggml-base ${GGML_AVAILABLE_BACKENDS})
    get_target_property(known_as ${target} SOVERSION)
    set_target_properties(${target} PROPERTIES VERSION "${known_as}" PUBLIC_HEADER "")
    if(APPLE OR target STREQUAL "llama")  # a plug-in is looked for, and llama_cpp looks, by the name without a number
        set_property(TARGET ${target} PROPERTY VERSION)
        set_property(TARGET ${target} PROPERTY SOVERSION)
    endif()
    add_dependencies(luthier ${target})
    install(TARGETS ${target} RUNTIME DESTINATION llama_cpp/lib LIBRARY DESTINATION llama_cpp/lib NAMELINK_SKIP)
endforeach()
if(WIN32)
    set_target_properties(llama PROPERTIES WINDOWS_EXPORT_ALL_SYMBOLS ON)
endif()
install(DIRECTORY vendor/llama.cpp/ggml/include vendor/llama.cpp/include DESTINATION .)
